import './sort-button.css'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'

interface SortButtonProps {
  readonly direction: 'ascending' | 'descending' | 'none' | undefined
  readonly onSort: () => void
  readonly children: ReactNode
}

export function SortButton({ direction, onSort, children }: SortButtonProps) {
  return (
    <button type="button" className="sort-button" onClick={onSort}>
      {children}
      {direction === 'ascending' && <ArrowUp />}
      {direction === 'descending' && <ArrowDown />}
    </button>
  )
}
