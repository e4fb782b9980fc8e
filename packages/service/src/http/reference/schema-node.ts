/** JSON Schema, as far as the document uses it. */
export interface ReferenceSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly anyOf?: readonly ReferenceSchema[];
  readonly properties?: Readonly<Record<string, ReferenceSchema>>;
  readonly patternProperties?: Readonly<Record<string, ReferenceSchema>>;
  readonly required?: readonly string[];
  readonly items?: ReferenceSchema;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** The document, as far as the page reads it. */
export interface ReferenceDocument {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
    readonly license: { readonly name: string };
  };
  readonly servers: readonly [{ readonly description: string }];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationNode>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, ReferenceSchema>>;
    readonly securitySchemes: Readonly<
      Record<string, { readonly name: string; readonly description: string }>
    >;
  };
}

export interface OperationNode {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  /** Absent where a call need not be signed. */
  readonly security?: readonly object[];
  readonly parameters: readonly ParameterNode[];
  readonly requestBody?: { readonly content: ContentNode };
  readonly responses: Readonly<Record<string, ResponseNode>>;
}

export interface ParameterNode {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: ReferenceSchema;
}

export interface ResponseNode {
  readonly description: string;
  readonly headers?: Readonly<
    Record<string, { readonly description: string; readonly schema: ReferenceSchema }>
  >;
  readonly content: ContentNode;
}

/** By media type. */
export type ContentNode = Readonly<
  Record<
    string,
    { readonly schema: ReferenceSchema; readonly examples?: Readonly<Record<string, MessageNode>> }
  >
>;

/** A refusal, as an example of an answer. */
export interface MessageNode {
  readonly summary: string;
  readonly value: { readonly code: number; readonly msg: string };
}
