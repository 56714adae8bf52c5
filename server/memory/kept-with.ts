type Node<Value> = { below: WeakMap<object, Node<Value>> | null; found: { readonly value: Value } | null };

/** Computes once for the same objects, and keeps what it found as long as all of them are there. */
export function createKeptWith<Value>(): (objects: readonly object[], compute: () => Value) => Value {
  const root: Node<Value> = { below: null, found: null };
  return (objects, compute) => {
    let node = root;
    for (const object of objects) {
      node.below ??= new WeakMap();
      const next = node.below.get(object) ?? { below: null, found: null };
      node.below.set(object, next);
      node = next;
    }
    node.found ??= { value: compute() };
    return node.found.value;
  };
}

/** `createKeptWith` of one object. */
export function keptWith<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const kept = createKeptWith<Value>();
  return (key) => kept([key], () => compute(key));
}
