import {
  BadgeCheck,
  CircleCheck,
  CircleX,
  FileOutput,
  type LucideIcon,
  Megaphone,
  Pencil,
  RotateCcw,
  Send,
  Trash2,
  Undo2,
  UserRoundCheck,
  UserRoundX,
} from 'lucide-react'
import type { ThreadState } from '../../../../contract/features/threads/thread-states.ts'
import type { TextKey } from '../../../lib/i18n.ts'
import type { Thread } from '../threads-query.ts'

export interface Action {
  readonly id: string
  readonly label: TextKey
  readonly icon: LucideIcon
  readonly isMain?: boolean
  readonly to?: ThreadState
  readonly asks?: 'questions.withdrawText' | 'questions.discardText'
  readonly dialog?:
    | 'assign'
    | 'RETURNED'
    | 'ASSIGNED'
    | 'OPEN'
    | 'fulfil'
    | 'publish'
    | 'edit'
    | undefined
}

type Possible = readonly (Action | false)[]
type May = (to: ThreadState) => boolean

const writing = ({ state, can }: Thread, may: May): Possible => [
  state === 'DRAFT' &&
    may('SUBMITTED') && {
      id: 'submit',
      label: 'questions.doSUBMITTED',
      icon: Send,
      to: 'SUBMITTED',
      isMain: true,
    },
  state === 'RETURNED' &&
    may('SUBMITTED') && {
      id: 'again',
      label: 'questions.doSubmitAgain',
      icon: Send,
      to: 'SUBMITTED',
      isMain: true,
    },
  can.edit && { id: 'edit', label: 'questions.doEdit', icon: Pencil, dialog: 'edit' },
]

const answering = ({ type, state, can }: Thread, may: May): Possible => [
  state === 'SUBMITTED' &&
    can.assign && {
      id: 'assign',
      label: 'questions.doASSIGNED',
      icon: UserRoundCheck,
      dialog: 'assign',
      isMain: true,
    },
  may('APPROVED') && {
    id: 'approve',
    label: 'questions.doAPPROVED',
    icon: BadgeCheck,
    to: 'APPROVED',
    isMain: true,
  },
  may('DELIVERED') && {
    id: 'deliver',
    label: 'questions.doDELIVERED',
    icon: Send,
    to: 'DELIVERED',
    isMain: true,
  },
  (state === 'ANSWERED' || state === 'APPROVED') &&
    may('ASSIGNED') && {
      id: 'back',
      label: 'questions.doSendBack',
      icon: Undo2,
      dialog: 'ASSIGNED',
    },
  can.fulfil && {
    id: 'fulfil',
    label: 'questions.doFulfil',
    icon: FileOutput,
    dialog: 'fulfil',
    isMain: true,
  },
  may('CONFIRMED') && {
    id: 'confirm',
    label: 'questions.doCONFIRMED',
    icon: CircleCheck,
    to: 'CONFIRMED',
    isMain: true,
  },
  type === 'REQUEST' &&
    may('OPEN') && { id: 'open', label: 'questions.doOPEN', icon: RotateCcw, dialog: 'OPEN' },
  may('RETURNED') && {
    id: 'return',
    label: 'questions.doRETURNED',
    icon: Undo2,
    dialog: 'RETURNED',
  },
]

const ending = ({ state }: Thread, may: May): Possible => [
  may('CLOSED') && { id: 'close', label: 'questions.doCLOSED', icon: CircleCheck, to: 'CLOSED' },
  may('WITHDRAWN') &&
    (state === 'DRAFT'
      ? {
          id: 'discard',
          label: 'questions.doDiscard',
          icon: Trash2,
          to: 'WITHDRAWN',
          asks: 'questions.discardText',
        }
      : {
          id: 'withdraw',
          label: 'questions.doWITHDRAWN',
          icon: CircleX,
          to: 'WITHDRAWN',
          asks: 'questions.withdrawText',
        }),
]

const assigning = ({ state, can }: Thread, may: May): Possible => [
  state !== 'SUBMITTED' &&
    can.assign && {
      id: 'assign',
      label: 'questions.doAssign',
      icon: UserRoundCheck,
      dialog: 'assign',
    },
  state === 'ASSIGNED' &&
    may('SUBMITTED') && {
      id: 'unassign',
      label: 'questions.doUnassign',
      icon: UserRoundX,
      to: 'SUBMITTED',
    },
]

const publishing = ({ can }: Thread): Possible => [
  can.publish && {
    id: 'publish',
    label: 'questions.doPublish',
    icon: Megaphone,
    dialog: 'publish',
  },
]

const SHOWN = 3

export function actionsFor(thread: Thread): {
  readonly shown: readonly Action[]
  readonly hidden: readonly Action[]
} {
  const may: May = (to) => thread.can.moves.includes(to)
  const all = [writing, answering, ending, assigning, publishing].flatMap((part) =>
    part(thread, may),
  )
  const actions = all.filter((action) => action !== false)
  return { shown: actions.slice(0, SHOWN), hidden: actions.slice(SHOWN) }
}
