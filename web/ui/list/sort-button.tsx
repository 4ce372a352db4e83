import './sort-button.css'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'

interface SortButtonProps {
  readonly direction: 'ascending' | 'descending' | 'none' | undefined
  readonly onSort: () => void
  readonly children: ReactNode
}

/** In the head of a sorted column. */
export function SortButton({ direction, onSort, children }: SortButtonProps) {
  return (
    <button type="button" className="sort-button" onClick={onSort}>
      {children}
      {direction === 'ascending' && <ArrowUp />}
      {direction === 'descending' && <ArrowDown />}
    </button>
  )
}
