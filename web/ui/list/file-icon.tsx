import './file-icon.css'

export type FileFamily = 'PDF' | 'XLS' | 'DOC' | 'PPT' | 'HWP' | 'IMG'

const FAMILIES: Readonly<Record<string, FileFamily>> = {
  pdf: 'PDF',
  xls: 'XLS',
  xlsx: 'XLS',
  doc: 'DOC',
  docx: 'DOC',
  ppt: 'PPT',
  pptx: 'PPT',
  hwp: 'HWP',
  hwpx: 'HWP',
}

export const familyOf = (name: string): FileFamily =>
  FAMILIES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'IMG'

export function FileIcon({ name }: { readonly name: string }) {
  return <span className="file-icon" data-band={familyOf(name)} aria-hidden="true" />
}
