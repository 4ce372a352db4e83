import './file-icon.css'

const BANDS: Readonly<Record<string, string>> = {
  pdf: 'PDF',
  xls: 'XLS',
  xlsx: 'XLS',
  doc: 'DOC',
  docx: 'DOC',
  ppt: 'PPT',
  pptx: 'PPT',
  hwp: 'HWP',
}

/** A sheet with a coloured band that names the type of a file by the extension of its name. The type is said in words beside it. */
export function FileIcon({ name }: { readonly name: string }) {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return <span className="file-icon" data-band={BANDS[extension] ?? 'IMG'} aria-hidden="true" />
}
