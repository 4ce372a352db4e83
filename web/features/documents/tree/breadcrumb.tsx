import './breadcrumb.css'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronRight, Ellipsis, Folder, House } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { LazyMenu, preloadMenu } from '../../../ui/menu/lazy-menu.tsx'
import type { FolderStep } from '../list/listing.ts'
import { foldPath } from './breadcrumb-steps.ts'

type BreadcrumbStep = Pick<FolderStep, 'id' | 'folderName' | 'index'>

const searchOf = (id: number) => (id === 0 ? {} : { folder: id })

export function Breadcrumb({ path }: { readonly path: readonly FolderStep[] | undefined }) {
  const { t } = useTranslation()
  const root: BreadcrumbStep = { id: 0, folderName: t('documents.root') }
  const steps = [root, ...(path ?? [])]
  const { head, folded, tail } = foldPath(steps, useStepLimit())
  const current = path && steps.at(-1)
  const crumb = (step: BreadcrumbStep) => (
    <Crumb key={step.id} step={step} isCurrent={step === current} />
  )
  return (
    <nav className="crumbs" aria-label={t('documents.where')}>
      <ol>
        {head.map(crumb)}
        {folded.length > 0 && (
          <CrumbPlace className="crumb-fold">
            <FoldedSteps steps={folded} />
          </CrumbPlace>
        )}
        {tail.map(crumb)}
        {!path && (
          <CrumbPlace>
            <span className="crumb-unknown skeleton-bar" />
          </CrumbPlace>
        )}
      </ol>
    </nav>
  )
}

function useStepLimit(): number {
  const isNarrow = useMediaQuery('(max-width: 767px)')
  const isTiny = useMediaQuery('(max-width: 359px)')
  if (isTiny) return 2
  return isNarrow ? 3 : 5
}

function CrumbPlace({
  className,
  children,
}: {
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    <li className={className}>
      <ChevronRight />
      {children}
    </li>
  )
}

function Crumb({
  step,
  isCurrent,
}: {
  readonly step: BreadcrumbStep
  readonly isCurrent: boolean
}) {
  const { id, folderName, index } = step
  const dropTarget = { 'data-drop-folder': id, 'data-drop-name': folderName }
  const text = (
    <>
      {id === 0 && <House />}
      <span className="crumb-name ellipsis">{numbered(folderName, index)}</span>
    </>
  )
  return (
    <li className={isCurrent ? 'crumb-current' : undefined}>
      {id !== 0 && <ChevronRight />}
      {isCurrent ? (
        <span className="crumb" aria-current="location" {...dropTarget}>
          {text}
        </span>
      ) : (
        <Link
          className="crumb"
          to="."
          search={searchOf(id)}
          activeOptions={{ exact: true }}
          draggable={false}
          {...dropTarget}
        >
          {text}
        </Link>
      )}
    </li>
  )
}

const numbered = (name: string, index: string | undefined): string =>
  index ? `${index} ${name}` : name

function FoldedSteps({ steps }: { readonly steps: readonly BreadcrumbStep[] }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [anchor, setAnchor] = useState<Element>()
  const label = t('documents.foldedFolders')
  return (
    <>
      <IconButton
        icon={Ellipsis}
        size="small"
        label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onPointerEnter={preloadMenu}
        onFocus={preloadMenu}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      />
      {anchor && (
        <Suspense>
          <LazyMenu
            label={label}
            anchor={anchor}
            actions={steps.map(({ id, folderName, index }) => ({
              id: String(id),
              label: numbered(folderName, index),
              icon: Folder,
              onAction: () => void navigate({ to: '.', search: searchOf(id) }),
            }))}
            onClose={() => setAnchor(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
