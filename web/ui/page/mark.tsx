import './mark.css'

export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 24 24" aria-hidden="true">
      <rect x="1" y="1" width="22" height="22" rx="5" />
      <path d="M6.5 18V10.4a5.5 5.5 0 0 1 11 0V18M10 18v-7.2a2 2 0 0 1 4 0V18M5 18h14" />
    </svg>
  )
}
