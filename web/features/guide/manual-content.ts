import type { ComponentType } from 'react'
import type { TextKey } from '../../lib/i18n.ts'
import {
  ActivityDrawing,
  AreasDrawing,
  CodesDrawing,
  DashboardDrawing,
  EntranceDrawing,
  InvitationDrawing,
  OrderDrawing,
  UploadDrawing,
  ViewerDrawing,
} from './drawings.tsx'
import type { ManualTab } from './guides.ts'

export interface KeyUse {
  /** `shortcutOf` reads this form. */
  readonly keys: readonly string[]
  readonly text: TextKey
}

export interface ManualPage {
  readonly tab: ManualTab | 'summary'
  readonly title: TextKey
  readonly drawings: readonly ComponentType[]
  readonly parts: readonly { readonly title: TextKey; readonly text: TextKey }[]
  readonly keys?: readonly KeyUse[]
}

export interface ManualSection {
  readonly number: 2 | 3 | 4 | 5
  readonly title: TextKey
  readonly lead: TextKey
  readonly english: string
  readonly Drawing: ComponentType
  readonly pages: readonly ManualPage[]
}

const part = (name: PartName) => ({ title: `manual.${name}Title`, text: `manual.${name}` }) as const

type PartName =
  Extract<TextKey, `manual.${string}Title`> extends `manual.${infer Name}Title` ? Name : never

const LIST_KEYS: readonly KeyUse[] = [
  { keys: ['↑', '↓'], text: 'manual.keyMove' },
  { keys: ['Home', 'End'], text: 'manual.keyEnds' },
  { keys: ['Enter'], text: 'manual.keyOpen' },
  { keys: ['Backspace'], text: 'manual.keyUp' },
  { keys: ['Shift+F10'], text: 'manual.keyMenu' },
  { keys: ['Mod+P'], text: 'manual.keyPrint' },
]

const VIEWER_KEYS: readonly KeyUse[] = [
  { keys: ['F6'], text: 'manual.keySwitch' },
  { keys: ['+', '-'], text: 'manual.keyZoom' },
  { keys: ['Mod+0'], text: 'manual.keyFit' },
  { keys: ['PgUp', 'PgDn'], text: 'manual.keyPages' },
  { keys: ['Home', 'End'], text: 'manual.keyPageEnds' },
  { keys: ['Mod+F'], text: 'manual.keyFind' },
  { keys: ['Esc'], text: 'manual.keyClose' },
]

const ORDER_KEYS: readonly KeyUse[] = [
  { keys: ['→', '←'], text: 'manual.keyExpand' },
  { keys: ['Space'], text: 'manual.keySelect' },
  { keys: ['Shift+↑', 'Shift+↓'], text: 'manual.keyRange' },
  { keys: ['Mod+A'], text: 'manual.keyAll' },
  { keys: ['F2'], text: 'manual.keyRename' },
  { keys: ['Delete'], text: 'manual.keyDelete' },
  { keys: ['Mod+C', 'Mod+X', 'Mod+V'], text: 'manual.keyClipboard' },
]

export const SECTIONS: readonly ManualSection[] = [
  {
    number: 2,
    title: 'manual.summary',
    lead: 'manual.summaryLead',
    english: 'Summary',
    Drawing: AreasDrawing,
    pages: [
      {
        tab: 'summary',
        title: 'manual.summary',
        drawings: [AreasDrawing],
        parts: [part('room'), part('roles'), part('areas'), part('record')],
      },
    ],
  },
  {
    number: 3,
    title: 'manual.access',
    lead: 'manual.accessLead',
    english: 'Access',
    Drawing: EntranceDrawing,
    pages: [
      {
        tab: 'access',
        title: 'manual.access',
        drawings: [EntranceDrawing],
        parts: [
          part('pin'),
          part('notice'),
          part('lost'),
          part('idle'),
          part('sessions'),
          part('rooms'),
        ],
      },
      {
        tab: 'authentication',
        title: 'manual.authentication',
        drawings: [CodesDrawing],
        parts: [part('step'), part('code'), part('passkey'), part('tries')],
      },
    ],
  },
  {
    number: 4,
    title: 'manual.user',
    lead: 'manual.userLead',
    english: 'User',
    Drawing: ViewerDrawing,
    pages: [
      {
        tab: 'documentBox',
        title: 'manual.documentBox',
        drawings: [AreasDrawing],
        parts: [
          part('folders'),
          part('documents'),
          part('search'),
          part('news'),
          part('menu'),
          part('submit'),
          part('narrow'),
          part('message'),
          part('questions'),
        ],
        keys: LIST_KEYS,
      },
      {
        tab: 'documentView',
        title: 'manual.documentView',
        drawings: [ViewerDrawing],
        parts: [
          part('preview'),
          part('zoom'),
          part('fit'),
          part('pages'),
          part('find'),
          part('mail'),
          part('print'),
          part('download'),
        ],
        keys: VIEWER_KEYS,
      },
    ],
  },
  {
    number: 5,
    title: 'manual.manager',
    lead: 'manual.managerLead',
    english: 'Manager',
    Drawing: DashboardDrawing,
    pages: [
      {
        tab: 'dashboard',
        title: 'manual.dashboard',
        drawings: [DashboardDrawing],
        parts: [
          part('numbers'),
          part('charts'),
          part('most'),
          part('ways'),
          part('brand'),
          part('mailTexts'),
          part('agreement'),
        ],
      },
      {
        tab: 'upload',
        title: 'manual.upload',
        drawings: [UploadDrawing, OrderDrawing],
        parts: [
          part('files'),
          part('conflict'),
          part('order'),
          part('expected'),
          part('structure'),
          part('index'),
          part('disclosure'),
          part('publish'),
          part('drop'),
          part('trash'),
          part('switches'),
          part('viewing'),
        ],
        keys: ORDER_KEYS,
      },
      {
        tab: 'invitation',
        title: 'manual.invitation',
        drawings: [InvitationDrawing],
        parts: [
          part('invite'),
          part('rights'),
          part('groups'),
          part('matrix'),
          part('viewAs'),
          part('again'),
          part('entering'),
          part('operators'),
          part('answering'),
        ],
      },
      {
        tab: 'activity',
        title: 'manual.activity',
        drawings: [ActivityDrawing],
        parts: [part('log'), part('daily'), part('summaryMail'), part('export'), part('proof')],
      },
    ],
  },
]
