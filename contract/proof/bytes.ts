// The type libraries of browsers and Node are not loaded here.
declare const atob: (text: string) => string
declare const btoa: (text: string) => string
declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> }

const encoder = new TextEncoder()

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)

/** Base64 has padding (RFC 4648, section 4). */
export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const SHAPE = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** @returns undefined unless the text is canonical base64 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!SHAPE.test(text)) return undefined
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  return toBase64(bytes) === text ? bytes : undefined
}
