import type { Language } from '../../../../contract/core/errors.ts'
import { type ExportedEntry, historyExport } from '../../../../contract/proof/history-export.ts'
import { formatInstant } from '../../../lib/format.ts'

interface PrintedWords {
  readonly title: string
  readonly room: string
  readonly about: (count: number) => readonly string[]
  readonly columns: readonly string[]
  readonly machine: string
  readonly unknown: string
  readonly checkpoint: string
}

export const PRINTED_CSS = `
:root{color-scheme:light}
body{margin:24px;font:12px/1.5 "Pretendard Variable",Pretendard,"Apple SD Gothic Neo","Malgun Gothic","Noto Sans KR",sans-serif;color:#1a1d21;background:#fff;word-break:keep-all}
h1{margin:0 0 4px;font-size:18px}h2{margin:20px 0 4px;font-size:13px}p{margin:0 0 12px;color:#555c66}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:5px 8px;border-bottom:1px solid #d9dde3;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{border-bottom:2px solid #1a1d21;white-space:nowrap}td:first-child{white-space:nowrap}
pre{margin:0;padding:10px;border:1px solid #d9dde3;white-space:pre-wrap;overflow-wrap:anywhere;font-size:10px;break-inside:avoid}
@page{size:A4;margin:14mm}
@media print{body{margin:0;font-size:10px}thead{display:table-header-group}tr{break-inside:avoid}}
`

export function printedCells(
  { entry, description }: ExportedEntry,
  words: PrintedWords,
  language: Language,
): readonly string[] {
  if (!entry) return ['–', words.unknown, '', '', description]
  const { name, position, email } = entry.doer
  return [formatInstant(entry.at, language), name || words.machine, position, email, description]
}

function element(name: string, ...children: readonly (Node | string)[]): HTMLElement {
  const made = document.createElement(name)
  made.append(...children)
  return made
}

const rowOf = (cell: 'th' | 'td', texts: readonly string[]) =>
  element('tr', ...texts.map((text) => element(cell, text)))

/**
 * Does not interpret markup.
 * @throws if it is not an export.
 */
export async function printedList(
  exported: Blob,
  words: PrintedWords,
  language: Language,
): Promise<readonly Node[]> {
  const { entries, checkpoint } = historyExport.parse(JSON.parse(await exported.text()))
  const rows = entries.map((entry) => rowOf('td', printedCells(entry, words, language)))
  return [
    element('h1', words.title),
    element('p', [words.room, ...words.about(entries.length)].join(' · ')),
    element('table', element('thead', rowOf('th', words.columns)), element('tbody', ...rows)),
    ...(checkpoint === null ? [] : [element('h2', words.checkpoint), element('pre', checkpoint)]),
  ]
}
