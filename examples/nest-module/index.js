'use strict';
const { Inject, Injectable, Module } = require('@nestjs/common');
const { ConfigService } = require('@nestjs/config');
const { Output } = require('clearloop/plugin/io');

/** Counts by name. Any provider may stand in its place: a client of a message queue, a repository. */
class CounterFactory {
  create() {
    const counts = new Map();
    return { add: (name) => counts.set(name, (counts.get(name) ?? 0) + 1), lines: () => [...counts].map(([name, count]) => `${name} ${count}\n`) };
  }
}

/** The number of records of each kind as text. */
class CountsOutput {
  constructor(counters, config) {
    this.counters = counters;
    this.isValidating = config.get('EDI_VALIDATE');
  }

  open() {
    const counter = this.counters.create();
    return {
      begin: (out) => out.text(this.isValidating ? 'validated\n' : 'not validated\n'),
      record: ({ objectType }) => counter.add(objectType),
      notice: ({ objectType }) => counter.add(objectType),
      end: (out) => counter.lines().forEach((line) => out.text(line)),
    };
  }
}

class CountsModule {}

// In TypeScript these are decorators: @Output({ ... }) above the class, constructor(counters: CounterFactory, config: ConfigService).
Injectable()(CounterFactory);
Output({ id: 'counts', contentType: 'text/plain; charset=utf-8', extension: 'txt' })(CountsOutput);
Inject(CounterFactory)(CountsOutput, undefined, 0);
Inject(ConfigService)(CountsOutput, undefined, 1);
Module({ providers: [CounterFactory, CountsOutput] })(CountsModule);

exports.CountsModule = CountsModule;
