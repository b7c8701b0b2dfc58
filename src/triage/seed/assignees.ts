import type { Assignee } from '../model.ts'

/** The sample team. */
export const sampleAssignees: readonly Assignee[] = [
  { assigneeId: 'amara', name: 'Amara Keita', email: 'amara.keita@larkfield.example' },
  { assigneeId: 'jonas', name: 'Jonas Sauer', email: 'jonas.sauer@larkfield.example' },
  { assigneeId: 'lena', name: 'Lena Brandt', email: 'lena.brandt@larkfield.example' },
  { assigneeId: 'mika', name: 'Mika Oduya', email: 'mika.oduya@larkfield.example' },
  { assigneeId: 'noor', name: 'Noor Haddad', email: 'noor.haddad@larkfield.example' },
  { assigneeId: 'rafael', name: 'Rafael Costa', email: 'rafael.costa@larkfield.example' },
  { assigneeId: 'tomasz', name: 'Tomasz Wilk', email: 'tomasz.wilk@larkfield.example' },
  { assigneeId: 'yuki', name: 'Yuki Nakamura', email: 'yuki.nakamura@larkfield.example' },
]
