export function Bar({ value, most }: { readonly value: number; readonly most: number }) {
  return (
    <span className="dashboard-bar" aria-hidden="true">
      <span style={{ transform: `scaleX(${most > 0 ? value / most : 0})` }} />
    </span>
  )
}
