import { actOut, type Played, type Shown } from './actOut.ts'
import { drawGold } from './drawGold.ts'
import { writesIn, type Gold, type Kind, type Outside, type Part } from './gold.ts'
import { PRIORS } from './priors.ts'
import { Random } from './random.ts'
import { drawShowings, drawUnseen, type Showing, type Situation } from './situations.ts'

/** A gold procedure with three demonstrations of it and the states it is tried on. */
export interface Task {
  readonly part: Part
  readonly gold: Gold
  readonly showings: readonly Showing[]
  readonly shown: readonly Shown[]
  readonly played: ReadonlyMap<string, Played>
  readonly unseen: readonly Situation[]
}

/** How often a procedure is drawn anew before it must be said that the priors do not work. */
const ATTEMPTS = 400

/**
 * The tasks of a part, kind by kind. The same seed gives the same ones.
 * @param only draws those alone whose id begins so
 */
export function drawSuite(seed: string, part: Part, only = ''): readonly Task[] {
  const kinds = Object.entries({ ...PRIORS.counts[part], ...PRIORS.outside[part] }) as [Kind | Outside, number][]
  const tasks = kinds.flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, turn) => `${part}-${kind}-${turn + 1}`)
      .filter((id) => id.startsWith(only))
      .map((id) => drawTask(id, kind, part, seed)),
  )
  if (part === 'test' && only === '') checkQuota(tasks)
  return tasks
}

export function drawTask(id: string, kind: Kind | Outside, part: Part, seed: string): Task {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const random = new Random(`${seed}/${id}/${attempt}`)
    const gold = drawGold(id, kind, random.fork('gold'))
    if (writesIn(gold.body).length === 0) continue
    const unseen = drawUnseen(gold, random.fork('unseen'))
    const showings = unseen && drawShowings(gold, random.fork('showings'))
    if (!unseen || !showings) continue
    const shown = showings.map((showing, turn) => actOut(gold, showing, `${id}-${turn + 1}`, random.fork(`act${turn}`)))
    return { part, gold, showings, shown, played: new Map(shown.flatMap((one) => [...one.played])), unseen }
  }
  throw new Error(`No procedure ${id} could be drawn in ${ATTEMPTS} attempts.`)
}

/** The promise of the test part: at least 20 procedures of each kind. */
function checkQuota(tasks: readonly Task[]): void {
  for (const kind of Object.keys(PRIORS.counts.test) as Kind[]) {
    const count = tasks.filter(({ gold }) => gold.kinds.includes(kind)).length
    if (count < 20) throw new Error(`Only ${count} procedures of the test part are ${kind}.`)
  }
}
