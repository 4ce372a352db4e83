import { type PresentedThread, presentThreads } from '../../threads/index.ts'
import type { DisclosureParts } from '../disclosure.parts.ts'

export interface DisclosedAnswer {
  readonly number: string
  readonly kind: 'QUESTION' | 'REQUEST' | 'FAQ'
  readonly title: string
  readonly question: string
  readonly answers: readonly {
    readonly at: string
    readonly text: string
    readonly attached: readonly string[]
  }[]
}

interface DisclosedAnswersInput {
  readonly roomId: number
  readonly groupId: number
  readonly at: Date
}

type DisclosedAnswersParts = Pick<DisclosureParts, 'database' | 'keyring' | 'clock'>

/** Yields that moment's answers with current text, without documents invisible now. */
export async function* disclosedAnswers(
  parts: DisclosedAnswersParts,
  { roomId, groupId, at }: DisclosedAnswersInput,
): AsyncGenerator<DisclosedAnswer> {
  const until = at.toISOString()
  const questions = presentThreads(parts, { roomId, groupId, memberId: undefined, until: at })
  for await (const thread of questions.threads()) {
    const answers = answersUntil(thread, until)
    if (answers.length === 0) continue
    const question = thread.entries.find(({ kind }) => kind === 'QUESTION')?.text ?? ''
    yield { number: thread.number, kind: thread.type, title: thread.title, question, answers }
  }
  for await (const { number, title, question, answer, publishedAt } of questions.faq())
    if (publishedAt <= until)
      yield {
        number,
        kind: 'FAQ',
        title,
        question,
        answers: [{ at: publishedAt, text: answer, attached: [] }],
      }
}

const answersUntil = ({ entries }: PresentedThread, until: string): DisclosedAnswer['answers'] =>
  entries
    .filter(({ kind, at }) => kind === 'ANSWER' && at <= until)
    .map(({ at, text, links, files }) => ({
      ...{ at, text },
      attached: [
        ...links.flatMap((link) =>
          'name' in link && typeof link.name === 'string' ? [link.name] : [],
        ),
        ...files.map(({ name }) => name),
      ],
    }))
