import { foldName } from '../../lib/format.ts'

export function FileName({ name }: { readonly name: string }) {
  const [head, tail] = foldName(name)
  return (
    <>
      <span>{head}</span>
      <span>{tail}</span>
    </>
  )
}
