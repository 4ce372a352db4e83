import ts from 'typescript'

const ID = / \[([a-z0-9]+(?:-[a-z0-9]+)+)\]$/

export const idOf = (title) => ID.exec(title)?.[1]

const isTitle = (node) =>
  ts.isStringLiteral(node) ||
  ts.isNoSubstitutionTemplateLiteral(node) ||
  ts.isTemplateExpression(node)
const titleOf = (node) =>
  ts.isTemplateExpression(node) ? node.templateSpans.at(-1).literal.text : node.text

const isTest = (node) =>
  ts.isCallExpression(node) &&
  node.arguments.length > 1 &&
  isTitle(node.arguments[0]) &&
  ts.isFunctionLike(node.arguments.at(-1))

function literalsIn(node, found = []) {
  if (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node)
  )
    found.push(node.text)
  else if (ts.isRegularExpressionLiteral(node))
    found.push(node.text, node.text.replace(/\\(?=[^\w\s])/g, ''))
  else if (ts.isNumericLiteral(node)) found.push(Number(node.text))
  else if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node))
    found.push(node.name.getText())
  ts.forEachChild(node, (child) => void literalsIn(child, found))
  return found
}

function declarationsAround(node) {
  const outer = node.parent
  if (!outer) return []
  const statements = ts.isSourceFile(outer) || ts.isBlock(outer) ? outer.statements : []
  return [
    ...statements.filter((each) => !ts.isExpressionStatement(each)),
    ...declarationsAround(outer),
  ]
}

export function findProofs(file, text) {
  if (!text.includes("]'") && !text.includes(']`')) return []
  const source = ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const found = []
  const visit = (node) => {
    const id = isTest(node) ? idOf(titleOf(node.arguments[0])) : undefined
    if (id !== undefined) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
      found.push({
        id,
        file,
        line,
        literals: [node, ...declarationsAround(node)].flatMap((part) => literalsIn(part)),
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const NUMBER = /^\d[\d_]*(?:\.\d+)?$/

export function asserts({ literals }, span) {
  const number = NUMBER.test(span) ? Number(span.replaceAll('_', '')) : undefined
  return literals.some((literal) =>
    typeof literal === 'number' ? literal === number : literal.includes(span),
  )
}
