import { splitForEllipsis } from '../../lib/format.ts'

/** In a narrow cell the style sheet shortens the first span alone, so that the end and the type of the file stay readable. */
export function FileName({ name }: { readonly name: string }) {
  const [head, tail] = splitForEllipsis(name)
  return (
    <>
      <span>{head}</span>
      <span>{tail}</span>
    </>
  )
}
