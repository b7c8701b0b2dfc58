import type { Words } from '../../bus/words.ts'
import type { Finding } from '../generalize/types.ts'
import { finding } from './finding.ts'

/** Nothing a reader can see: controls, bidirectional marks, joiners, fillers, tags, halves of characters. Line ends and tabs are white space. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
/** The selector that gives a pictograph its colours is seen. */
const PICTOGRAPH = /(\p{Extended_Pictographic})\uFE0F/gu
/** Phonetic letters and small capitals that read as Latin ones. */
const PHONETIC = /[\u0250-\u02AF\u1D00-\u1DBF\uA730\uA731]/u
const LATIN = /\p{Script=Latin}/u
/** Scripts with letters that look like Latin ones. Japanese, Chinese and Korean mix with Latin in earnest. */
const LOOKALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u
/** A word all of whose letters have a Latin twin. */
const TWINS = /^[аеорсухіјѕԁһӏвкмнтАВЕКМНОРСТУХІЈЅοανρυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]{3,}$/u

/** Ways to speak to the reader instead of saying what the tool does. */
const INSTRUCTIONS: readonly RegExp[] = [
  /\b(ignore|disregard|forget|override)\b/,
  /\b(always|first|never|must|should|only) (call|calls|use|uses|run|invoke|choose|prefer|pick|select|ask|tell|trust)\b/,
  /\b(do not|don't|dont|never|without) (tell|telling|ask|asking|mention|mentioning|inform|informing|show|showing|warn|warning|reveal|use|using|call|calling)\b/,
  /\b(before|after|instead of) (any|all|every|calling|using) (other )?\w*/,
  /\b(instructions?|system prompt|assistant|as an ai|language model|jailbreak)\b/,
  /\b(you|agents?) (must|should|are|have to|need to|may)\b/,
  /\b(already|pre-?) ?(approved|authori[sz]ed|confirmed)\b/,
  /\bno (approval|confirmation|permission)\b/,
  /https?:|\bwww\./,
  // A tag ends before another begins: else its end would be looked for from every beginning, for ever in a long text.
  /<\/?[a-z][^<>]*>|\[\/?(inst|system)\]|```/,
]

/**
 * Looks through what an author wrote for what a person would not see or should think about.
 * Characters that hide or pretend block; sentences addressed to the reader are pointed out to the approver.
 * @param what what the text is, to begin the finding with: *The description*
 */
export function lintText(text: string, what: string): readonly Finding[] {
  const found: Finding[] = []
  const block = (about: string, words: Words): void => void found.push(finding('block', 'lint', `${about} ${what}`, words))
  const hidden = INVISIBLE.exec(text.replace(PICTOGRAPH, '$1').replace(/[\t\n\r]/g, ' '))
  if (hidden) block('hidden', [`${what} holds a character nobody can see (${codePoint(hidden[0])})`])
  const styled = [...text].find(isStyled)
  const mixed = wordsOf(text).find((word) => LATIN.test(word) && LOOKALIKE.test(word))
  if (styled !== undefined) block('lookalike', [`${what} holds a letter that only looks like another (${codePoint(styled)})`])
  else if (mixed !== undefined) block('lookalike', [`${what} mixes alphabets within a word: `, { kind: 'ugc', text: mixed }])
  const twin = LATIN.test(text) ? wordsOf(text).find((word) => TWINS.test(word)) : undefined
  if (twin !== undefined)
    found.push(
      finding('warn', 'lint', `twin ${what}`, [`${what} holds a word of another alphabet that looks Latin: `, { kind: 'ugc', text: twin }]),
    )
  const spoken = instructionIn(text)
  if (spoken !== null) {
    found.push(
      finding('warn', 'lint', `instruction ${what}`, [
        `${what} speaks to the agent instead of saying what the tool does: `,
        { kind: 'ugc', text: spoken },
      ]),
    )
  }
  return found
}

function instructionIn(text: string): string | null {
  const folded = text.normalize('NFKC').toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ')
  for (const pattern of INSTRUCTIONS) {
    const found = pattern.exec(folded)
    if (found) return found[0]
  }
  return null
}

/** A Latin letter once more, in a style no keyboard has; ª and º are letters of their own. */
const isStyled = (character: string): boolean =>
  PHONETIC.test(character) || (/[^\p{ASCII}ªº]/u.test(character) && /^[A-Za-z]$/.test(character.normalize('NFKC')))

const wordsOf = (text: string): readonly string[] => text.match(/\p{L}+/gu) ?? []

const codePoint = (character: string): string => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
