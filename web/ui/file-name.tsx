import { foldName } from '../lib/format.ts'

/** The two parts of a name for a line of the class `file-name`: where there is no room the first gives way, the end and the extension stay. */
export function FileName({ name }: { readonly name: string }) {
  const [head, tail] = foldName(name)
  return (
    <>
      <span>{head}</span>
      <span>{tail}</span>
    </>
  )
}
