import { foldName } from '../../lib/format.ts'

/** Needs a line of class `file-name`, which truncates the first part. */
export function FileName({ name }: { readonly name: string }) {
  const [head, tail] = foldName(name)
  return (
    <>
      <span>{head}</span>
      <span>{tail}</span>
    </>
  )
}
