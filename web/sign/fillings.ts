import type { Ceremony } from '../../contract/features/signing.ts'

export type OwnBox = Ceremony['boxes'][number]

export type Filling = { readonly text: string } | { readonly image: string }

export type Fillings = Readonly<Record<string, Filling>>

export const inReadingOrder = (boxes: readonly OwnBox[]): OwnBox[] =>
  boxes.toSorted((a, b) => a.page - b.page || a.scaledY - b.scaledY || a.scaledX - b.scaledX)

export function isFilled({ id }: OwnBox, fillings: Fillings): boolean {
  const filling = fillings[id]
  return filling !== undefined && ('image' in filling || filling.text.trim() !== '')
}

export function progressOf(
  boxes: readonly OwnBox[],
  fillings: Fillings,
): { readonly done: number; readonly total: number } {
  const required = boxes.filter((box) => box.required)
  return { done: required.filter((box) => isFilled(box, fillings)).length, total: required.length }
}

/** @param boxes in reading order. */
export function nextEmpty(
  boxes: readonly OwnBox[],
  fillings: Fillings,
  after?: string,
): OwnBox | undefined {
  const at = boxes.findIndex(({ id }) => id === after) + 1
  return [...boxes.slice(at), ...boxes.slice(0, at)].find(
    (box) => box.required && !isFilled(box, fillings),
  )
}

export function withSignature(
  boxes: readonly OwnBox[],
  fillings: Fillings,
  { id }: OwnBox,
  image: string,
  everywhere: boolean,
): Fillings {
  const signed = boxes.filter((box) => box.id === id || (everywhere && box.typeName === 'SIGN'))
  return { ...fillings, ...Object.fromEntries(signed.map((box) => [box.id, { image }])) }
}

export const sentOf = (boxes: readonly OwnBox[], fillings: Fillings) =>
  boxes.flatMap((box) =>
    isFilled(box, fillings) ? [{ id: box.id, ...(fillings[box.id] ?? {}) }] : [],
  )

interface FillingsRecord {
  readonly owner: number
  readonly images: readonly string[]
  readonly boxes: Readonly<Record<string, { readonly text: string } | { readonly image: number }>>
}

/** @param owner participant id, which new links keep. */
export function keptText(owner: number, fillings: Fillings): string {
  const images = [
    ...new Set(
      Object.values(fillings).flatMap((filling) => ('image' in filling ? [filling.image] : [])),
    ),
  ]
  const boxes = Object.entries(fillings).map(([id, filling]) => [
    id,
    'image' in filling ? { image: images.indexOf(filling.image) } : filling,
  ])
  return JSON.stringify({
    owner,
    images,
    boxes: Object.fromEntries(boxes),
  } satisfies FillingsRecord)
}

export function fillingsIn(text: string | null, owner: number, boxes: readonly OwnBox[]): Fillings {
  try {
    const kept = JSON.parse(text ?? 'null') as FillingsRecord | null
    if (kept?.owner !== owner) return {}
    const found = boxes.flatMap(({ id, typeName }): [string, Filling][] => {
      const filling = kept.boxes[id]
      if (filling === undefined) return []
      if ('text' in filling)
        return typeName === 'TEXT' && typeof filling.text === 'string'
          ? [[id, { text: filling.text }]]
          : []
      const image = kept.images[filling.image]
      return typeName === 'SIGN' && image?.startsWith('data:image/png;base64,')
        ? [[id, { image }]]
        : []
    })
    return Object.fromEntries(found)
  } catch {
    return {}
  }
}
