import { Paperclip, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FileName } from '../../ui/list/file-name.tsx'
import type { Caller } from './files/upload-here.tsx'
import { LinkPicker, type PickedLink } from './link-picker.tsx'

interface LinkListProps {
  readonly roomId: number
  readonly caller?: Caller | undefined
  readonly links: readonly PickedLink[]
  readonly onLinks: (links: readonly PickedLink[]) => void
}

const keyOf = ({ itemId, page = 0 }: PickedLink): string => `${itemId}/${page}`

export function LinkList({ roomId, caller, links, onLinks }: LinkListProps) {
  const { t } = useTranslation()
  const [isPicking, setPicking] = useState(false)
  const add = (more: readonly PickedLink[]) => {
    const known = new Set(links.map(keyOf))
    onLinks([...links, ...more.filter((link) => !known.has(keyOf(link)))])
  }
  return (
    <div className="link-list">
      {links.length > 0 && (
        <ul aria-label={t('questions.linked')}>
          {links.map((link) => (
            <li key={keyOf(link)}>
              <span className="file-name" title={link.name}>
                <FileName name={link.name} />
              </span>
              {link.page !== undefined && <span className="meta numbers">p. {link.page}</span>}
              <IconButton
                size="small"
                icon={X}
                label={t('questions.linkRemove', { name: link.name })}
                onClick={() => onLinks(links.filter((each) => keyOf(each) !== keyOf(link)))}
              />
            </li>
          ))}
        </ul>
      )}
      <Button size="small" icon={Paperclip} aria-haspopup="dialog" onClick={() => setPicking(true)}>
        {t('questions.linkAdd')}
      </Button>
      {isPicking && (
        <LinkPicker
          roomId={roomId}
          caller={caller}
          onPick={add}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  )
}

export const linksOf = (links: readonly PickedLink[]) =>
  links.map(({ itemId, page }) => ({ itemId, ...(page === undefined ? {} : { page }) }))
