/** The last part of an address, for a person: `s3.assigneeId` → *assignee*. */
export const leafWords = (address: string): string =>
  (address.split('.').at(-1) ?? address)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/ ids?$/, '')
