import './account-button.css'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import type { MenuAction } from '../../../ui/menu/action-menu.tsx'
import { Pressable } from '../../../ui/pressable.tsx'
import type { Account } from './account-menu.tsx'

const loadMenu = () => import('./account-menu.tsx')
const AccountMenu = lazy(() => loadMenu().then((module) => ({ default: module.AccountMenu })))

interface AccountButtonProps {
  readonly account: Account
  readonly actions?: readonly MenuAction[]
}

export function AccountButton({ account, actions = [] }: AccountButtonProps) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<Element>()
  return (
    <>
      <Pressable
        className="button button-quiet account"
        aria-label={t('app.accountOf', { name: account.name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        data-tip={account.email}
        onPointerEnter={() => void loadMenu().catch(() => undefined)}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <span className="account-initial" aria-hidden="true">
          {[...account.name][0]}
        </span>
        <span className="account-name ellipsis">{account.name}</span>
      </Pressable>
      {anchor && (
        <Suspense>
          <AccountMenu
            account={account}
            actions={actions}
            anchor={anchor}
            onClose={() => setAnchor(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
