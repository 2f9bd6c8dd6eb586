/** What only lines of code look like. */
const statements = [
  /^\s*(?:>>>|\.\.\.)\s/,
  /^\s*(?:#|\/\/|--)\s?\S/,
  /^\s*(?:def|class|if|elif|for|while|with|try|except|else|finally)\b[^.]*:\s*(?:#.*)?$/,
  /^\s*(?:import\s+[\w.{*"']|from\s+[\w.]+\s+import\b|#include\b)/,
  /^\s*(?:return|yield|raise|throw|break|continue|pass)\b[^.!?]*;?$/,
  /^\s*[A-Za-z_$][\w.$]*(?:\[[^\]]*\])?\s*[-+*/%]?=(?!=)\s*\S/,
  /^\s*[A-Za-z_$][\w.$]*\(.*\)\s*;?\s*(?:#.*|\/\/.*)?$/,
  /^\s*(?:SELECT|INSERT\s+INTO|UPDATE|DELETE\s+FROM|CREATE|ALTER|DROP|FROM|WHERE|GROUP\s+BY|ORDER\s+BY|HAVING|VALUES|BEGIN|COMMIT|ROLLBACK|LIMIT|UNION|WITH|SET|ON|AND|OR|(?:LEFT|RIGHT|INNER|FULL|CROSS|NATURAL)?\s*JOIN)\b/,
  /^\s*(?:export\s+)?(?:const|let|var|function|async|public|private|interface|type)\s+\w+.*[;{(=]/,
  /^\s*<\/?[A-Za-z][^>]*>/,
  /^\s*[\])}]+[;,)]*\s*$/,
  /[;{]\s*$/,
  /^\s*\{.*\}\s*$/,
  /^\s*\[.*,.*\]\s*$/,
  /^\s*@\w+/,
  /^\s*\$\s+\w+/,
  /^\s*[-+|=]{3,}\s*$/,
];
/** A sentence of several words with its end, whatever it begins with. */
const sentence = /^\s*(?:\S+\s+){3,}\S*\p{L}[.!?][)"'”’»]?$/u;
const formulas = /\$\$[^$]+\$\$|\$[^$\n]+\$/g;

/** Whether lines that stand together are code, by their looks. Only code keeps its indentation in a passage. */
export function looksLikeCode(lines: string[]): boolean {
  const bare = lines.map((line) => line.replace(formulas, 'x'));
  if (bare.some((line) => /^(?: {2,}|\t)\s*(?![-*+•]\s|\d+[.)]\s)\S/.test(line))) return true;
  const like = bare.filter((line) => !sentence.test(line) && statements.some((statement) => statement.test(line)));
  return like.length * 2 >= bare.length;
}
