import './agreement-text.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type OwnAgreement, pageOf } from '../../../contract/features/rooms/agreement.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useObjectUrl } from '../../lib/browser/use-object-url.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { FailedQuery } from '../../ui/state/query-state.tsx'

const numbered = (pages: OwnAgreement['pages']) =>
  pages.map((size, index) => ({ ...size, page: index + 1 }))

interface AgreementTextProps {
  readonly roomId: number
  readonly agreement: OwnAgreement
}

export function AgreementText({
  roomId,
  agreement: { form, texts, version, pages },
}: AgreementTextProps) {
  const [language] = useLanguage()
  if (form === 'pdf') {
    return (
      <div className="agreement-pages">
        {numbered(pages).map(({ page, ...size }) => (
          <AgreementPage key={page} {...{ roomId, version, size, page, pages: pages.length }} />
        ))}
      </div>
    )
  }
  const other = language === 'ko' ? 'en' : 'ko'
  const shown = texts[language] === undefined ? other : language
  return (
    <p className="agreement-text" lang={shown}>
      {texts[shown]}
    </p>
  )
}

interface AgreementPageProps {
  readonly roomId: number
  readonly version: number
  readonly size: { readonly width: number; readonly height: number }
  readonly page: number
  readonly pages: number
}

function AgreementPage({ roomId, version, size, page, pages }: AgreementPageProps) {
  const { t } = useTranslation()
  const api = useApi()
  const frame = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!frame.current) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '100% 0px',
    })
    watch.observe(frame.current)
    return () => watch.disconnect()
  }, [])
  const image = useQuery({
    queryKey: ['agreement-page', roomId, version, page],
    queryFn: ({ signal }) =>
      api.bytes(
        pageOf,
        { params: { roomId: String(roomId), version: String(version), page: String(page) } },
        { signal },
      ),
    enabled: isNear,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const url = useObjectUrl(image.data)
  return (
    <div
      ref={frame}
      className="agreement-page"
      style={{ aspectRatio: `${size.width} / ${size.height}` }}
    >
      {image.isError && <FailedQuery query={image} />}
      {url && <img src={url} alt={t('agree.page', { page, pages })} />}
    </div>
  )
}
