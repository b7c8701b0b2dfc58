import { NONE_OF_THESE, type Question, type QuestionChoice } from '../../teach/generalize/types.ts'

const NONE: QuestionChoice = { choiceId: NONE_OF_THESE, words: ['None of these'], value: null }

/** All a person may answer, in the order of the number keys. To be always so or not so, there is no third. */
export const answersTo = ({ choices, minor }: Question): readonly QuestionChoice[] => (minor === true ? choices : [...choices, NONE])
