import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/** Days are `YYYY-MM-DD` in the room's zone. */
export interface HistoryFilter {
  readonly user?: number
  readonly from?: string
  readonly to?: string
}

interface HistoryLinkProps
  extends Pick<
    ComponentProps<'a'>,
    'aria-label' | 'className' | 'tabIndex' | 'onFocus' | 'onKeyDown' | 'children'
  > {
  readonly 'data-tip'?: string
  readonly show: HistoryFilter
}

export function HistoryLink({ show, ...rest }: HistoryLinkProps) {
  return <Link {...rest} to="/admin/history" search={show} />
}
