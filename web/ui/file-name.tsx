import { splitName } from '../lib/format.ts'

/** The two parts of a name for a line of the class `file-name`: the stem gives way where there is no room, the extension stays. */
export function FileName({ name }: { readonly name: string }) {
  const [stem, extension] = splitName(name)
  return (
    <>
      <span>{stem}</span>
      <span>{extension}</span>
    </>
  )
}
