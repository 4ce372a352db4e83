export const disposition = (how: 'attachment' | 'inline', name: string): string => `${how}; filename*=UTF-8''${encodeFilename(name)}`

/** Encodes as in RFC 8187: percent-encoded UTF-8, including characters that encodeURIComponent leaves unencoded. */
function encodeFilename(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}
