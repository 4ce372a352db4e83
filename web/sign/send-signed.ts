import { complete } from '../../contract/features/signing.ts'
import type { Api } from '../lib/api/api.ts'
import type { sentOf } from './fillings.ts'

type Filled = ReturnType<typeof sentOf>

/** Limits data URLs in characters, with room for the other fields. */
const IN_JSON = 500_000

/** Also consents. Large images go as files, each only once. */
export async function sendSigned(api: Pick<Api, 'call' | 'send'>, filled: Filled): Promise<void> {
  const images = filled.reduce((sum, each) => sum + ('image' in each ? each.image.length : 0), 0)
  if (images <= IN_JSON) await api.call(complete, { body: { consent: true, boxes: filled } })
  else await api.send(complete, formOf(filled))
}

function formOf(filled: Filled): FormData {
  const names = new Map<string, string>()
  const boxes = filled.map((each) => {
    if (!('image' in each)) return each
    const imageFile = names.get(each.image) ?? `image-${names.size + 1}`
    names.set(each.image, imageFile)
    return { id: each.id, imageFile }
  })
  const form = new FormData()
  form.append('data', JSON.stringify({ consent: true, boxes }))
  for (const [url, name] of names)
    form.append(name, new Blob([bytesOf(url)], { type: 'image/png' }), `${name}.png`)
  return form
}

const bytesOf = (dataUrl: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (letter) => letter.charCodeAt(0))
