export const disposition = (how: 'attachment' | 'inline', name: string): string =>
  `${how}; filename*=UTF-8''${encodeFilename(name)}`

/** RFC 8187 also encodes characters that encodeURIComponent leaves. */
function encodeFilename(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
