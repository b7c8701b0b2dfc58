/**
 * Everything the benchmark assumes about the work people teach, in one place to be reviewed. Nothing here was
 * chosen by looking at what the generalizer makes of it, and nothing may be: a figure that looks bad is the result.
 */
export const PRIORS = {
  /**
   * Gold procedures by kind. The test part holds 160 and the train part 80. A list edit on a given ticket is a
   * single ticket too, and any procedure that adds or removes tags is a list edit: with those labels every
   * kind is found at least 20 times in the test part.
   */
  counts: {
    test: { single: 12, edit: 8, pick: 20, each: 20, copy: 20, bulk: 20, optional: 20, branch: 20, contradictory: 20 },
    train: { single: 6, edit: 4, pick: 10, each: 10, copy: 10, bulk: 10, optional: 10, branch: 10, contradictory: 10 },
  },
  /** Procedures outside the language. The 20 that count belong to the test part; a few others are there to tune with. */
  outside: { test: { body: 5, hidden: 5, time: 4, judgement: 6 }, train: { body: 2, hidden: 2, time: 2, judgement: 2 } },

  /** Unseen states a procedure is run on, in how many it must change something, and the share that is drawn until it does. */
  states: { unseen: 20, mustChange: 15, wanted: 0.9 },
  /** Tickets of a desk. */
  desk: { fewest: 25, most: 60 },

  /** A value from a closed list (status, priority), written or asked for: always the same, or the caller's. */
  enumeration: { const: 0.7, param: 0.3 },
  /** A person or a template. `me`: whoever does it; assignees only. */
  reference: { const: 0.5, param: 0.35, me: 0.15 },
  /** Tags somebody gives: a team's tags are mostly fixed by its rules. */
  tags: { const: 0.8, param: 0.2 },

  /** How many writes one ticket gets. */
  writes: { 1: 0.35, 2: 0.4, 3: 0.25 },
  /** Which. Each at most once in a procedure, so that no write hides another. */
  writeKinds: { status: 0.25, priority: 0.2, assignee: 0.2, template: 0.12, addTags: 0.17, removeTags: 0.06 },
  /** Written statuses: nobody teaches a tool to make tickets new. */
  status: { open: 0.2, pending: 0.25, on_hold: 0.15, solved: 0.35, closed: 0.05 },
  /** How many tags are added or removed at once. */
  tagCount: { 1: 0.75, 2: 0.25 },

  /** How many parts of a query a person sets besides its order, and which. */
  parts: { 1: 0.6, 2: 0.4 },
  part: { status: 0.28, priority: 0.24, tag: 0.22, assignee: 0.2, notTags: 0.06 },
  /** Whose tickets are asked for. */
  owner: { nobody: 0.4, const: 0.4, param: 0.2 },
  /** The order of a list somebody takes an end of. `newest` stands there already, so nobody sets it. */
  sort: { oldest: 0.4, priority: 0.25, updated: 0.15, newest: 0.2 },
  /** How a ticket is taken from a filtered list. */
  choose: { first: 0.45, last: 0.08, only: 0.2, given: 0.2, where: 0.07 },
  /** What is typed to find the only ticket. */
  search: { order: 0.5, requester: 0.3, ticketId: 0.2 },
  /** A ticket the caller names for a list stands in that list this often; else the procedure refuses. */
  inList: 0.85,

  /** A list edit: tags come more often than they go. */
  edit: { add: 0.7, another: { 0: 0.5, 1: 0.5 } },

  /** Loops: rows that are skipped by a rule; an order set by the person; how the work on rows is done. */
  each: { guarded: 0.6, sorted: 0.3, style: { open: 0.45, next: 0.3, cursor: 0.25 } },
  /** A loop is shown to its end if the list has at most this many rows, this often; else this many rows that are worked on. */
  shown: { endsAt: 6, toTheEnd: 0.6, fewest: 2, most: 4 },
  /** Bulk: every row of a list, or rows the caller names. */
  bulk: { is: { all: 0.5, hand: 0.5 }, named: { fewest: 2, most: 5 } },

  /** Copies: what is taken over, and where the record it is read from comes from. */
  copy: { field: { assigneeId: 0.8, priority: 0.2 }, source: { given: 0.5, first: 0.3, only: 0.2 }, moreWrites: { 0: 0.6, 1: 0.4 } },

  /** Optional steps and branches: whose ticket; the rule; whether two values of one command or two commands. */
  rule: {
    target: { given: 0.7, first: 0.3 },
    alwaysWrites: { 1: 0.6, 2: 0.4 },
    sameCommand: 0.6,
  },
  literal: { priority: 0.3, status: 0.2, assigneeEmpty: 0.25, tag: 0.25 },
  /** The literal is told by what is not so. */
  negated: 0.25,

  /** Noise, each a chance a demonstration. */
  noise: { correction: 0.2, undo: 0.15, reorder: 0.3, extraRead: 0.2, wrongTicket: 0.15, wrongFilter: 0.1 },
  /** A single ticket is open before Teach, or taken from the idle list; there, from the row without opening it. */
  start: { beforeTeach: 0.5, fromRow: 0.2 },
  /** A later demonstration is by somebody else at the desk. */
  anotherPerson: 0.5,

  /** Procedures of which enough states or demonstrations cannot be found in this many draws are drawn anew. */
  draws: { state: 40, demonstration: 400 },
} as const
