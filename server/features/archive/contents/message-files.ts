import { formatSize } from '../../../../contract/core/format-size.ts'
import { formatMinute } from '../../../../contract/core/room-time.ts'
import { escapeHtml } from '../../../platform/html/escape-html.ts'
import { pageHead, pageTail } from '../../../platform/html/plain-page.ts'
import type { PresentedMessage } from '../../messages/index.ts'
import type { Titled } from './index-files.ts'

type Messages = AsyncIterable<PresentedMessage>

const TO = { operators: '운영자 · operators', users: '사용자 · users' } as const

/** @param zone IANA name */
export async function* messagesHtml(
  messages: Messages,
  { roomName, roomNo }: Titled,
  zone: string,
): AsyncGenerator<string> {
  const room = escapeHtml(`${roomName} (${roomNo})`)
  yield `${pageHead({ language: 'ko', title: `메시지 · Messages · ${room}` })}<h1>메시지 <small lang="en">Messages</small></h1>\n<p>${room}</p>\n`
  let count = 0
  for await (const message of messages) {
    count += 1
    yield htmlOf(message, zone)
  }
  yield count === 0
    ? '<p>메시지가 없습니다. <span lang="en">There are no messages.</span></p>\n'
    : ''
  yield pageTail
}

function htmlOf(
  { at, from, to, recipients, title, content, document, attachment }: PresentedMessage,
  zone: string,
): string {
  const facts = [
    formatMinute(at, zone),
    `${from} → ${TO[to]}${recipients && to === 'users' ? `: ${recipients.join(', ')}` : ''}`,
    ...(document === undefined ? [] : [`문서 · Document: ${document}`]),
    ...(attachment
      ? [`첨부 · Attachment: ${attachment.name} (${formatSize(attachment.size)})`]
      : []),
  ]
  return `<article>\n<h2>${escapeHtml(title)}</h2>\n${facts.map((fact) => `<p>${escapeHtml(fact)}</p>`).join('\n')}\n<pre>${escapeHtml(content)}</pre>\n</article>\n`
}

export async function* messagesJson(messages: Messages): AsyncGenerator<string> {
  yield '{"format":"sealroom-messages/1","messages":['
  let separator = '\n'
  for await (const { at, ...message } of messages) {
    yield `${separator}${JSON.stringify({ at: at.toISOString(), ...message })}`
    separator = ',\n'
  }
  yield '\n]}\n'
}
