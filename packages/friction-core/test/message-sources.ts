import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A message in the sources, with … for inserted values. */
export interface Message {
  text: string;
  /** File and line number. */
  where: string;
}

/** Expressions that pass on a message from elsewhere, where it is found. */
const FORWARDED = ['patches.lawError', 'failure'];

/** All messages that the sources in a folder throw, report or warn with. */
export function messagesIn(folder: string): Message[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    // Assertions are not published.
    .filter((name) => name.endsWith('.ts') && !name.startsWith('testing') && name !== 'assert.ts')
    .sort()
    .map((name) => parse(join(folder, name)));
  return files.flatMap((file) => {
    const messages: Message[] = [];
    const visit = (node: ts.Node): void => {
      const message = messageOf(node);
      if (message && !FORWARDED.includes(message.getText())) {
        const text = read(message, [file, ...files]);
        const where = `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
        if (text === null) throw new Error(`${where}: cannot find the text of ${message.getText()}`);
        if (text !== '') messages.push({ text, where });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    return messages;
  });
}

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true);
}

/** The message of `new …Error(message)`, `reportProblem(report, message)`, `messages.push(message)` and `lawError = message`. */
function messageOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isNewExpression(node)) return node.expression.getText().endsWith('Error') ? node.arguments?.[0] : undefined;
  if (ts.isCallExpression(node)) {
    const called = node.expression.getText();
    if (called === 'reportProblem') return node.arguments[1];
    return called.endsWith('messages.push') ? node.arguments[0] : undefined;
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined;
  return node.left.getText().endsWith('.lawError') ? node.right : undefined;
}

/** The text of an expression with constants resolved; null if it is not made of texts. */
function read(node: ts.Expression, files: readonly ts.SourceFile[]): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const left = read(node.left, files);
    const right = read(node.right, files);
    return left === null || right === null ? null : left + right;
  }
  if (!ts.isIdentifier(node)) return null;
  const value = constantOf(node.text, files);
  return value ? read(value, files) : null;
}

/** Initial value of a constant with this name, in the first file that has one. */
function constantOf(name: string, files: readonly ts.SourceFile[]): ts.Expression | undefined {
  let found: ts.Expression | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === name) found ??= node.initializer;
    if (!found) ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  return found;
}
