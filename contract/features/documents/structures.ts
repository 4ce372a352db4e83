import { z } from 'zod'
import type { Language } from '../../core/language.ts'
import { LANGUAGES } from '../../core/language.ts'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import { done, id, line, parentId, pathId } from '../../core/schemas.ts'
import { actId } from './act-id.ts'
import { writing } from './change-fields.ts'

/** `{{value}}` is the number, row, name or limit. */
export const STRUCTURE_ERRORS = {
  NAME_MISSING: { ko: '이름이 비어 있습니다.', en: 'The name is missing.' },
  NAME: {
    ko: '폴더 이름으로 사용할 수 없는 이름입니다.',
    en: 'This name cannot be used for a folder.',
  },
  TYPE: {
    ko: '종류를 알 수 없습니다: {{value}}. ‘폴더’ 또는 ‘문서’로 적어 주세요.',
    en: 'Unknown type: {{value}}. Please write “Folder” or “Document”.',
  },
  LEVEL: {
    ko: '단계나 번호를 읽을 수 없습니다: {{value}}. 1, 2 또는 1.2와 같이 적어 주세요.',
    en: 'The level or number cannot be read: {{value}}. Please write 1, 2 or 1.2.',
  },
  SKIPPED: {
    ko: '바로 위 단계의 폴더가 앞에 없습니다. 단계를 건너뛸 수 없습니다.',
    en: 'No folder of the level above comes before this row. Levels cannot be skipped.',
  },
  NUMBER_REPEATED: {
    ko: '{{value}}행과 번호가 같습니다. Excel에서 1.10이 1.1로 바뀌지 않았는지 확인해 주세요.',
    en: 'Row {{value}} has the same number. Please check whether Excel has turned 1.10 into 1.1.',
  },
  REPEATED: {
    ko: '같은 위치에 같은 이름이 {{value}}행에 있습니다. 대문자와 소문자는 구분하지 않습니다.',
    en: 'Row {{value}} has the same name in the same place. Upper and lower case make no difference.',
  },
  TAKEN: {
    ko: '같은 이름의 문서가 이 위치에 있습니다.',
    en: 'A document of this name is already in this place.',
  },
  DEPTH: {
    ko: '폴더는 {{value}}단계까지 만들 수 있습니다. 이 행은 그보다 깊습니다.',
    en: 'Folders can be {{value}} levels deep. This row is deeper.',
  },
} as const satisfies Record<string, Record<Language, string>>

export type StructureErrorCode = keyof typeof STRUCTURE_ERRORS

/** The id is that of a product template, such as `due-diligence.ko`, or a saved one. Creation also accepts the name. */
const templateId = z.string().min(1).max(100)

const digits = z.string().regex(/^(0|[1-9]\d{0,15})$/)

export const structureFields = z.strictObject({
  roomId: digits.transform(Number),
  parent: digits.transform(Number),
  apply: z.enum(['true', 'false']).optional(),
  template: templateId.optional(),
  /** If true, names begin with their place, such as `01`. */
  isNumbered: z.enum(['true', 'false']).optional(),
  /** Unless `false`, rows of documents become expected documents. */
  expects: z.enum(['true', 'false']).optional(),
  act: actId.optional(),
})

/** `new` is made, `same` exists or is expected already, `expected` is an expected document, and `document` is left out. */
export const STRUCTURE_CHANGES = ['new', 'same', 'expected', 'document', 'error'] as const

const structureRow = z.object({
  /** Rows count from 1. */
  row: z.int().positive(),
  /** The level counts from 1; 0 means unreadable. */
  level: z.int().nonnegative(),
  name: z.string(),
  change: z.enum(STRUCTURE_CHANGES),
  code: z
    .enum(Object.keys(STRUCTURE_ERRORS) as [StructureErrorCode, ...StructureErrorCode[]])
    .optional(),
  reason: z.string().optional(),
})

export const createStructure = operation({
  name: 'structures.create',
  method: 'POST',
  path: '/room/api/file/structure',
  summary:
    'Creates folders below a folder (parent 0: the root) from a table or a template. Multipart: roomId, parent, apply, isNumbered (names begin with 01, 02 and so on), expects, act, and either file (XLSX or CSV) or template. A table has columns for level (단계, Level) or number (번호, Index), and for name (이름, Name). Alternatively, a table has one column for each level. An optional column has the type (종류, Type). Its documents become expected documents, or are omitted if `expects` is false. Returns what each row would do. With `apply` true, creates the missing folders in one transaction, in the listed order, and keeps existing ones. One row with an error refuses all with STRUCTURE_INVALID, its row and its reason. `made` has the topmost created folders. `structure/undo` takes `folderIds` and `expectedIds`.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.write',
  multipart: true,
  answer: {
    kind: 'json',
    payload: z.object({
      rows: z.array(structureRow),
      counts: z.object({
        new: z.int(),
        same: z.int(),
        expected: z.int(),
        document: z.int(),
        error: z.int(),
      }),
      isApplied: z.boolean(),
      made: z.array(z.object({ id, name: z.string() })),
      /** The undo needs all new ids. */
      ...{ folderIds: z.array(id), expectedIds: z.array(id) },
    }),
  },
})

export const undoStructure = operation({
  name: 'structures.undo',
  method: 'POST',
  path: '/room/api/file/structure/undo',
  summary:
    'Undoes the creation of a structure by its `folderIds` and `expectedIds`, in one transaction. Moves its folders to the trash and removes its expected documents. `kept` are folders that hold anything else by now, which stay with all folders above them. Documents received since stay, too. With `act`, a long undo is counted and can be stopped.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.remove',
  body: z.strictObject({
    roomId: id,
    folders: z.array(id).max(LIMITS.structureRows),
    expected: z.array(id).max(LIMITS.structureRows),
    act: actId.optional(),
  }),
  identity: { body: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.object({
      ...{ folders: z.int().nonnegative(), expected: z.int().nonnegative() },
      kept: z.array(z.object({ id, name: z.string() })),
    }),
  },
})

export const templates = operation({
  name: 'structures.templates',
  method: 'GET',
  path: '/room/api/file/template/list/:roomId',
  summary:
    'Lists folder templates: the built-in ones, each in Korean and English, and those saved in this room.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.write',
  params: z.strictObject({ roomId: pathId }),
  identity: { params: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.array(
      z.object({
        id: templateId,
        name: z.string(),
        folders: z.int().positive(),
        language: z.enum(LANGUAGES).optional(),
        isSaved: z.boolean(),
      }),
    ),
  },
})

const identity = { body: { roomId: 'room' } } as const

export const saveTemplate = operation({
  name: 'structures.saveTemplate',
  method: 'POST',
  path: '/room/api/file/template',
  summary:
    'Saves the folders below a folder (parent 0: the root) as a template of this room, without documents. Fails with NAME_EXISTS if a template has the name, and TEMPLATE_EMPTY without folders.',
  ...writing,
  body: z.strictObject({
    roomId: id,
    parent: parentId,
    name: line(LIMITS.templateName).pipe(z.string().min(1)),
  }),
  identity,
  answer: { kind: 'json', payload: z.object({ id: templateId, folders: z.int().positive() }) },
})

export const removeTemplate = operation({
  name: 'structures.removeTemplate',
  method: 'POST',
  path: '/room/api/file/template/remove',
  summary: 'Deletes a template saved in this room. Folders created from the template stay.',
  ...writing,
  body: z.strictObject({ roomId: id, id: z.uuid() }),
  identity,
  answer: { kind: 'json', payload: done },
})
