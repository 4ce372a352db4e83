import type { RenderPool, RenderSource } from '../../../workers/render/index.ts'
import type { DeliveryParts } from '../delivery.parts.ts'

type Drawn = Awaited<ReturnType<RenderPool['renderPage']>>
type PageRequest = Parameters<RenderPool['renderPage']>[1] & { readonly signal: AbortSignal }

interface DrawnSlowlyInput {
  readonly lease: string
  readonly kind: 'page' | 'thumbnail'
}

export function drawnSlowly(
  { slow, pool }: Pick<DeliveryParts, 'slow' | 'pool'>,
  { lease, kind }: DrawnSlowlyInput,
  source: RenderSource,
  { signal, ...request }: PageRequest,
): Promise<Drawn> {
  const { page, width, tile, mark, priority } = request
  const reader = mark === 'unmarked' ? null : mark.reader
  return slow.get({
    ...{ lease, kind, signal },
    about: [source.id, page, width, tile?.column, tile?.row, reader, priority],
    answer: (until) => pool.renderPage(source, { ...request, signal: until }),
    bytesOf: ({ bytes }) => bytes.length,
  })
}
