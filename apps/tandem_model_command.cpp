// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_command.hpp"
#include "tandem_numbers.hpp"
#include "tandem_plan_report.hpp"

#include <core/tandem_error.hpp>
#include <partition/tandem_model.hpp>
#include <fmt/format.h>
#include <cmath>
#include <memory>

namespace tandem::app {

namespace {

struct ModelArguments {
  std::vector<double> alphas = {0.5, 0.6, 0.7, 0.8, 0.9, 1.0};
  double beta = 0.05;
  double rate = 1e9;
  double link = 12e9;
  double bytes_per_edge = 4;
  bool json = false;
};

void evaluate(ModelArguments const& arguments) {
  double const link = link_rate(arguments.link, arguments.bytes_per_edge);
  std::vector<ModelPoint> points;
  for (double const alpha : arguments.alphas) {
    double const speedup = predict_speedup(alpha, arguments.beta, arguments.rate, link);
    if (!std::isfinite(speedup))
      throw Error(fmt::format(
          "alpha {} and beta {}: nothing is left on the host and nothing is sent, the model has no time to "
          "divide by",
          alpha, arguments.beta));
    points.push_back({alpha, speedup});
  }
  if (arguments.json) {
    fmt::print("{}", to_json(points));
    return;
  }
  fmt::print("{:>6} {:>8}\n", "alpha", "speedup");
  for (ModelPoint const& point : points) fmt::print("{:>6.2f} {:>8.2f}\n", point.alpha, point.speedup);
}

}  // namespace

void add_model_command(CLI::App& app, Action& action) {
  auto const arguments = std::make_shared<ModelArguments>();
  auto& command =
      *app.add_subcommand("model", "what TOTEM's performance model says of a machine given by its rates");
  command.footer(
      "The speedup of host and devices over the host alone, if the host is what takes longest:\n"
      "  1 / (alpha + beta * rate / (link / bytes-per-edge))\n"
      "\n"
      "Example, a 16-core host on PCIe 3 as in the paper:\n"
      "  tandem model --rate 1e9 --link 12e9 --beta 0.05 --alpha 0.6,0.8");
  CLI::Range const share(0.0, 1.0);
  command.add_option("--alpha", arguments->alphas, "shares of the edges on the host")
      ->delimiter(',')
      ->check(share)
      ->transform(real_number())
      ->capture_default_str()
      ->type_name("SHARE,SHARE");
  command.add_option("--beta", arguments->beta, "share of the edges that cost a message")
      ->check(share)
      ->transform(real_number())
      ->capture_default_str();
  command.add_option("--rate", arguments->rate, "edges a second of the host")
      ->check(positive_number())
      ->transform(real_number())
      ->capture_default_str();
  command.add_option("--link", arguments->link, "bytes a second between host and devices")
      ->check(positive_number())
      ->transform(real_number())
      ->capture_default_str();
  command.add_option("--bytes-per-edge", arguments->bytes_per_edge, "that a message has")
      ->check(positive_number())
      ->transform(real_number())
      ->capture_default_str();
  command.add_flag("--json", arguments->json, "for programs");
  command.callback([arguments, &action] { action = [arguments] { evaluate(*arguments); }; });
}

}  // namespace tandem::app
