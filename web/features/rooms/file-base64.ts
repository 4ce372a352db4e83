export type ChosenLogo = File | null

export async function base64Of(chosen: ChosenLogo | undefined): Promise<string | null | undefined> {
  if (!chosen) return chosen
  const bytes = new Uint8Array(await chosen.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
