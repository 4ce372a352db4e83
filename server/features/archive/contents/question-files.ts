import { formatSize } from '../../../../contract/core/format-size.ts'
import { formatMinute } from '../../../../contract/core/room-time.ts'
import { STATE_WORDS } from '../../../../contract/features/activity/thread-sentences.ts'
import {
  IN_PROGRESS,
  type ShownState,
} from '../../../../contract/features/threads/thread-states.ts'
import { escapeHtml } from '../../../platform/html/escape-html.ts'
import { pageHead, pageTail } from '../../../platform/html/plain-page.ts'
import type { PresentedFaq, PresentedQuestions, PresentedThread } from '../../threads/index.ts'
import type { Titled } from './index-files.ts'

const KINDS = {
  QUESTION: '질의 · Question',
  ANSWER: '답변 · Answer',
  NOTE: '내부 메모 · Internal note',
} as const
const TYPES = { QUESTION: '질의 · Question', REQUEST: '자료요청 · Request' } as const
const SIDES = { group: '질의자 · Asking party', operators: '운영자 · Operator' } as const

const stateIn = (state: ShownState): string =>
  state === IN_PROGRESS ? '답변 준비 중 · in progress' : STATE_WORDS[state].join(' · ')

/** @param zone IANA name */
export async function* questionsHtml(
  questions: PresentedQuestions,
  { roomName, roomNo }: Titled,
  zone: string,
): AsyncGenerator<string> {
  const room = escapeHtml(`${roomName} (${roomNo})`)
  const title = '질의·자료요청 · Questions and requests'
  yield `${pageHead({ language: 'ko', title: `${title} · ${room}` })}<h1>질의·자료요청 <small lang="en">Questions and requests</small></h1>\n<p>${room}</p>\n`
  let count = 0
  for await (const thread of questions.threads()) {
    count += 1
    yield threadHtml(thread, zone)
  }
  yield count === 0
    ? '<p>질의·자료요청이 없습니다. <span lang="en">There are no questions or requests.</span></p>\n'
    : ''
  yield '<h1>FAQ</h1>\n'
  for await (const faq of questions.faq()) yield faqHtml(faq, zone)
  yield pageTail
}

const line = (parts: readonly (string | null | undefined)[]): string =>
  `<p>${escapeHtml(parts.filter((part) => part !== null && part !== undefined && part !== '').join(' · '))}</p>`

function threadHtml(thread: PresentedThread, zone: string): string {
  const {
    number,
    type,
    title,
    state,
    group,
    topic,
    due,
    createdAt,
    author,
    mergedInto,
    entries,
    history,
  } = thread
  const at = (instant: string): string => formatMinute(new Date(instant), zone)
  const facts = [
    TYPES[type],
    stateIn(state),
    group?.name,
    topic?.name,
    due,
    author,
    at(createdAt),
    mergedInto && `→ ${mergedInto.number}`,
  ]
  const written = entries.map(({ kind, text, at: when, by, side, links, files }) => {
    const named = links.map(({ name, page }) => (page === undefined ? name : `${name}, p. ${page}`))
    return `${line([KINDS[kind], by ?? SIDES[side], at(when)])}\n<pre>${escapeHtml(text)}</pre>${named.length > 0 ? `\n${line(named)}` : ''}${files.map(attachedHtml).join('')}`
  })
  const moves = history.map(({ at: when, from, to, by, assignee, reason }) => {
    const states = from === null || from === to ? stateIn(to) : `${stateIn(from)} → ${stateIn(to)}`
    return `<li>${escapeHtml([at(when), states, by, assignee, reason].filter(Boolean).join(' · '))}</li>`
  })
  return `<article>\n<h2>${escapeHtml(`${number} ${title}`)}</h2>\n${line(facts)}\n${written.join('\n')}\n<ul>${moves.join('')}</ul>\n</article>\n`
}

const attachedHtml = ({ name, size }: { readonly name: string; readonly size: number }): string =>
  `\n${line([`첨부 · Attachment: ${name} (${formatSize(size)})`])}`

const faqHtml = (
  { number, title, question, answer, publishedAt }: PresentedFaq,
  zone: string,
): string =>
  `<article>\n<h2>${escapeHtml(`${number} ${title}`)}</h2>\n${line([formatMinute(new Date(publishedAt), zone)])}\n<pre>${escapeHtml(question)}</pre>\n<pre>${escapeHtml(answer)}</pre>\n</article>\n`

export async function* questionsJson({ threads, faq }: PresentedQuestions): AsyncGenerator<string> {
  yield '{"format":"sealroom-questions/1","threads":['
  yield* listed(threads())
  yield '],"faq":['
  yield* listed(faq())
  yield ']}\n'
}

async function* listed(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '\n'
  for await (const value of values) {
    yield `${separator}${JSON.stringify(value)}`
    separator = ',\n'
  }
}
