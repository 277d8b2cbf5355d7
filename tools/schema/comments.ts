/** Knows where compiled descriptors keep the comments of the schema. */
import type { DescMessage } from '@bufbuild/protobuf';

export type Comments = {
  readonly message: string;
  /** By the field's proto name. */
  readonly fields: ReadonlyMap<string, string>;
};

// The numbers that descriptor.proto gives the steps of a path in its source info.
const messageStep = 4;
const fieldStep = 2;

/** The leading comments of a top-level message and of its fields, each as one line. */
export function readComments(message: DescMessage): Comments {
  const { file } = message;
  const byPath = new Map(
    (file.proto.sourceCodeInfo?.location ?? []).map((place) => [place.path.join(), place.leadingComments]),
  );
  const path = [messageStep, file.messages.indexOf(message)];
  const read = (...steps: number[]) => toLine(byPath.get([...path, ...steps].join()) ?? '');
  return {
    message: read(),
    fields: new Map(message.proto.field.map((field, index) => [field.name, read(fieldStep, index)])),
  };
}

function toLine(comment: string): string {
  return comment.trim().replaceAll(/\s+/g, ' ');
}
