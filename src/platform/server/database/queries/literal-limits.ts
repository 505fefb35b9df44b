import { LimitNode, PostgresQueryCompiler, SqliteQueryCompiler, ValueNode } from "kysely";

// SQLite plans a query anew at each call if its limit is a parameter, because the best way depends on it. PostgreSQL does so too,
// where it would otherwise keep a plan. There are few limits, so that each has its own text.

export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(literal(node));
  }
}

export class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(literal(node));
  }
}

function literal(node: LimitNode): LimitNode {
  const { limit } = node;
  const isNumber = ValueNode.is(limit) && Number.isSafeInteger(limit.value);
  return isNumber ? LimitNode.create(ValueNode.createImmediate(limit.value)) : node;
}
