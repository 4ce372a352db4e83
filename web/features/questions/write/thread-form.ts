import type { Priority } from '../../../../contract/features/threads/thread-states.ts'
import type { PickedLink } from '../link-picker.tsx'
import type { Thread } from '../threads-query.ts'

interface SentText {
  readonly id: number
  readonly title: string
  readonly content: string
}

export type WriteStart =
  | { readonly thread: Thread }
  | { readonly link: PickedLink }
  | { readonly message: SentText }
  | undefined

export interface ThreadForm {
  readonly title: string
  readonly text: string
  readonly topicId: string
  readonly priority: Priority
  readonly due: string
  readonly links: readonly PickedLink[]
}

const EMPTY: ThreadForm = {
  title: '',
  text: '',
  topicId: '',
  priority: 'NORMAL',
  due: '',
  links: [],
}

export function formOf(start: WriteStart): ThreadForm {
  if (start === undefined) return EMPTY
  if ('link' in start) return { ...EMPTY, links: [start.link] }
  if ('message' in start)
    return { ...EMPTY, title: start.message.title, text: start.message.content }
  const { title, topic, priority, due, entries } = start.thread
  const [first] = entries
  return {
    ...{ title, text: first?.text ?? '', topicId: topic?.id ?? '', priority, due: due ?? '' },
    links: first?.links.map(({ itemId, name, page }) => ({ itemId, name, page })) ?? [],
  }
}

export const isEmpty = ({ title, text }: ThreadForm): boolean =>
  title.trim() === '' && text.trim() === ''
