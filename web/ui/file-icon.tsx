import './file-icon.css'

/** The families of files, as a band names them. */
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

/** The family to which a file belongs, by the extension of its name. */
export const familyOf = (name: string): FileFamily => FAMILIES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'IMG'

/** A sheet with a coloured band that names the type of a file. The type is said in words beside it. */
export function FileIcon({ name }: { readonly name: string }) {
  return <span className="file-icon" data-band={familyOf(name)} aria-hidden="true" />
}
