export interface Failure {
  /** `file > suite > test`. */
  readonly name: string
  readonly message: string
}
export function counted(report: string, root: string): { readonly passed: number; readonly failed: number; readonly failures: readonly Failure[] }
