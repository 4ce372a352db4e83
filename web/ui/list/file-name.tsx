import { foldName } from '../../lib/format.ts'

/** The line's `file-name` class truncates the first part. */
export function FileName({ name }: { readonly name: string }) {
  const [head, tail] = foldName(name)
  return (
    <>
      <span>{head}</span>
      <span>{tail}</span>
    </>
  )
}
