import type { Recording } from '../../../src/teach/recording/types.ts'
import { demonstrate, deskBus, recorderFor } from '../../support/sessions.ts'
import { Actor } from './actor.ts'
import { recordsOf } from './desks.ts'
import type { Gold, GoldEach, GoldList, GoldTake, GoldWrite } from './gold.ts'
import type { Random } from './random.ts'
import type { Showing } from './situations.ts'

/** Which part of gold a recorded step acts out: what matches learned leaves with gold's. */
export interface Played {
  readonly node: GoldList | GoldTake | GoldWrite | GoldEach
}

export interface Shown {
  readonly recording: Recording
  /** `recordingId/stepId` → what it was. Noise is not among them. */
  readonly played: ReadonlyMap<string, Played>
}

/** One demonstration at the console, by gestures of the real views, with what goes wrong on the way. */
export function actOut(gold: Gold, showing: Showing, recordingId: string, random: Random): Shown {
  const bus = deskBus(recordsOf(showing.desk.tickets))
  const { me } = showing.given
  const recorder = recorderFor(bus, { newId: () => recordingId, me: () => me })
  const at = demonstrate(bus, me)
  at.boot()
  const actor = new Actor(bus, at, random, gold, showing)
  actor.before()
  const started = recorder.start()
  if (!started.ok) throw new Error(started.error.message)
  actor.act()
  const stopped = recorder.stop()
  const recording = stopped.ok ? stopped.value.recording : recorder.last
  if (!recording) throw new Error(`${gold.id}: nothing was recorded.`)
  const played = new Map<string, Played>()
  for (const { stepId, time } of recording.steps) {
    const node = actor.played.get(time)
    if (node) played.set(`${recordingId}/${stepId}`, { node })
  }
  return { recording, played }
}

